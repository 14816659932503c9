/** Texts of the file manager, separate from the schemas so that a page does not load zod for them. */
export const texts = {
  title: 'File Manager',
  subtitle: 'Upload, organize, and manage your website files',
  empty: 'No Files Found',
  uploadFirst: 'Upload Your First File',
  startUpload: 'Start Upload',
  deleted: 'File Deleted',
  deletedText: 'The file has been deleted successfully.',
  deletedMany: 'Files Deleted',
  deleteFailed: 'Delete Failed',
} as const
