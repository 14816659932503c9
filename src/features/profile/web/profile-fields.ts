import { mobileMaxLength } from '#features/auth/contract/mobile.ts'

/** The single-line profile fields in order: name, label, autocomplete, type and maximum length. */
export const profileFields = [
  ['firstName', 'First Name', 'given-name', 'text', 80],
  ['lastName', 'Last Name', 'family-name', 'text', 80],
  ['email', 'Email Address', 'email', 'email', 254],
  ['mobile', 'Mobile Number', 'tel', 'tel', mobileMaxLength],
  ['organization', 'Organization', 'organization', 'text', 120],
] as const
