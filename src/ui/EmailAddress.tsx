/** An email address, which breaks before its @ rather than within a word. */
export function EmailAddress({ of: address }: { of: string }) {
  const at = address.indexOf('@')
  if (at < 0) return address
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
