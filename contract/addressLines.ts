import type { Address } from '#contract/address.ts'

type Place = Pick<Address, 'address_line_1' | 'address_line_2' | 'city' | 'state' | 'postal_code' | 'country'>

/** A delivery address as written on a parcel, without the name. */
export const addressLines = (place: Place): string[] =>
  [
    place.address_line_1,
    place.address_line_2,
    // London is a county as well.
    place.city === place.state ? place.city : `${place.city}, ${place.state}`,
    place.postal_code,
    place.country,
  ].filter(Boolean)
