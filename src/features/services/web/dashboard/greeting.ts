type Named = { firstName: string | null; email: string }

/** The first name, or the part of the email before the @. */
export const greetingName = ({ firstName, email }: Named): string =>
  firstName?.trim() || email.split('@', 1)[0] || email
