type Named = { firstName?: string | null; lastName?: string | null; email?: string | null }

const first = (text: string | null | undefined): string => (text ? ([...text.trim()][0] ?? '') : '')

/** Initials for an avatar: of both names, else of the email, else `U`. */
export function initials({ firstName, lastName, email }: Named): string {
  const both = first(firstName) && first(lastName) ? first(firstName) + first(lastName) : ''
  return (both || first(email) || 'U').toUpperCase()
}

/** The full name, only when both names exist. */
export const fullName = ({ firstName, lastName }: Named): string | undefined =>
  firstName && lastName ? `${firstName} ${lastName}` : undefined
