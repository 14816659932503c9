import { composeMail, greet } from '#shared/mail.ts'

/** Sent when a service became active. */
export const serviceActivated = (
  to: { firstName: string | null },
  from: { companyName: string; origin: string },
  planName: string,
) => ({
  kind: 'service.activated',
  subject: 'Your account is active',
  ...composeMail({
    companyName: from.companyName,
    greeting: greet(to.firstName),
    paragraphs: [`${planName} is ready. You can manage your servers, domains, mail and files now.`],
    action: { label: 'Open your dashboard', url: `${from.origin}/dashboard` },
  }),
})
