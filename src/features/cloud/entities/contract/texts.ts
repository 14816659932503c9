/** Texts of the cloud command centre. */
export const texts = {
  created: 'Cloud infrastructure initialized successfully',
  createdText: 'A sample account with resources in every tab was added.',
  createFailed: 'Failed to create resource',
  actionFailed: 'Failed to perform action',
  initialize: 'Initialize Platform',
  seeded: 'Sample data is laid',
  seededText: 'Nothing was added. To start over, remove the sample data first.',
} as const
