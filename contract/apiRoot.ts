/** Every call hangs below this; `API_BASE` in front of it when the API lives on another origin. */
export const apiRoot = '/api/v1/'
