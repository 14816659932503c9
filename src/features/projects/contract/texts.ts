/** Texts and toasts of the projects screen. */
export const texts = {
  success: 'Success',
  error: 'Error',
  projectCreated: 'Project created successfully',
  fileCreated: 'File created successfully',
  fileSaved: 'File saved successfully',
  noProjects: 'No projects yet. Create your first project!',
  selectProject: 'Select a Project',
  noFiles: 'No Files Yet',
} as const

export const noPreview = (type: string): string => `Preview not available for ${type} files`
