import { mobileMaxLength } from '#features/auth/contract/mobile.ts'

/** The fields of a profile of one line, in their order: name, label, what browsers fill in, type and longest value. */
export const profileFields = [
  ['firstName', 'First Name', 'given-name', 'text', 80],
  ['lastName', 'Last Name', 'family-name', 'text', 80],
  ['email', 'Email Address', 'email', 'email', 254],
  ['mobile', 'Mobile Number', 'tel', 'tel', mobileMaxLength],
  ['organization', 'Organization', 'organization', 'text', 120],
] as const
