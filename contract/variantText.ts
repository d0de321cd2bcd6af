/** Which of a piece's variants it is: 'Ring size: J'. */
export const variantText = (label: string | null = null, name: string): string =>
  label === null ? name : `${label}: ${name}`

/** A piece and its variant, for one line of text or for a screen reader: 'Signet Ring (Ring size: J)'. */
export const pieceText = (
  { name, variant_label }: { name: string; variant_label: string | null },
  variant_name: string | null,
): string => (variant_name === null ? name : `${name} (${variantText(variant_label, variant_name)})`)
