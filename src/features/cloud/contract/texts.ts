/** What the cloud command centre says. */
export const texts = {
  created: 'Cloud infrastructure initialized successfully',
  createdText: 'A sample account has resources in every tab, all of them simulated.',
  createFailed: 'Failed to create resource',
  actionFailed: 'Failed to perform action',
  initialize: 'Initialize Platform',
  seeded: 'Sample data is laid',
  seededText: 'Nothing was added. Remove the sample account first to start over with new sample data.',
} as const
