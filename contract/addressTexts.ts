export const addressTexts = {
  added: 'Address added successfully',
  updated: 'Address updated successfully',
  deleted: 'Address deleted successfully',
  defaultUpdated: 'Default address updated successfully',
  loadFailed: 'Failed to load addresses',
  addFailed: 'Failed to add address',
  updateFailed: 'Failed to update address',
  deleteFailed: 'Failed to delete address',
  setDefaultFailed: 'Failed to set default address',
  confirmDelete: 'Are you sure you want to delete this address?',
  bookFull: 'You have reached the most addresses one account can keep.',
  notFound: 'Address not found.',
} as const
