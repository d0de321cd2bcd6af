/** Below the API's root. Not among the contract's paths: browsers read it from the policy, and no script asks for it. */
export const violationsPath = 'violations/'
