/** What the cloud command centre says. */
export const texts = {
  created: 'Cloud infrastructure initialized successfully',
  createFailed: 'Failed to create resource',
  actionFailed: 'Failed to perform action',
  seededBefore: 'Your account has had its sample data before; nothing was added.',
} as const
