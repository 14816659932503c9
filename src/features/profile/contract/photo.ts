/** Photo limits for the page, without zod. */

export const maxPhotoBytes = 5_242_880
/** The side of the stored square. */
export const photoSide = 512
export const uploadMinutes = 10

/** Profile texts (docs/product/profile-and-data.md, "Profile"). */
export const texts = {
  updated: 'Profile Updated',
  updatedText: 'Your profile has been updated successfully.',
  updateFailed: 'Update Failed',
  tooLarge: 'File Too Large',
  tooLargeText: 'Please select an image under 5MB.',
  uploaded: 'Photo Uploaded',
  uploadedText: "Your profile photo has been uploaded. Don't forget to save your changes.",
  uploadFailed: 'Upload Failed',
  uploadFailedText: 'Failed to upload profile photo. Please try again.',
} as const
