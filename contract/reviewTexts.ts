export const reviewTexts = {
  added: 'Review added successfully',
  deleted: 'Review deleted successfully',
  none: 'No reviews yet',
  loadFailed: 'Failed to load reviews',
  addFailed: 'Failed to add review',
  deleteFailed: 'Failed to delete review',
  notBought: 'Only customers who have bought this piece can review it.',
  unknown: 'We could not check if you can review it.',
  already: 'You have already reviewed this piece.',
  notFound: 'Review not found.',
  confirmDelete: 'Are you sure you want to continue?',
} as const
