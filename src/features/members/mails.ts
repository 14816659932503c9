import type { Template } from '#features/mail/template.ts'
import type { MemberRole } from '#shared/member-roles.ts'
import { formatDate } from '#shared/time.ts'
import { inviteDays } from './contract.ts'

const roleWords: Record<MemberRole, string> = {
  viewer: 'as a viewer',
  developer: 'as a developer',
  billing: 'for its bills',
}

type InvitationContent = {
  id: string
  token: string
  /** The inviting owner's address. */
  owner: string
  /** The service's display name. */
  name: string
  role: MemberRole
  endsAt: Date | null
}

/** Sent to the invited address, which may have no account yet. */
export const invitation =
  ({ id, token, owner, name, role, endsAt }: InvitationContent): Template =>
  ({ companyName, origin }) => ({
    kind: 'members.invitation',
    relatedId: id,
    subject: `You are invited to work on ${name}`,
    paragraphs: [
      `${owner} invites you to work on ${name} at ${companyName} ${roleWords[role]}${
        endsAt ? `, until ${formatDate(endsAt)}` : ''
      }.`,
      `Sign in, or create an account with this email address, and accept within ${inviteDays} days. The link works once.`,
      'If you do not know the sender, you can ignore this email.',
    ],
    action: { label: 'See the invitation', url: `${origin}/shared?invitation=${token}` },
  })

type MemberNotice = { id: string; serviceId: string; email: string }

/** Sent to the owner when an invitation was accepted. */
export const joined =
  ({ id, serviceId, email }: MemberNotice): Template =>
  ({ origin }) => ({
    kind: 'members.joined',
    relatedId: id,
    subject: `${email} joined your service`,
    paragraphs: [
      `${email} accepted your invitation.`,
      'Their actions appear in your activity log under their name. You can change their role or remove them at any time.',
    ],
    action: { label: 'Members', url: `${origin}/server-management/${serviceId}?tab=settings` },
  })

/** Sent to the owner when a member left or an invitation was declined. */
export const left =
  ({ id, serviceId, email, hasJoined }: MemberNotice & { hasJoined: boolean }): Template =>
  ({ origin }) => ({
    kind: 'members.left',
    relatedId: id,
    subject: hasJoined ? `${email} left your service` : `${email} declined your invitation`,
    paragraphs: [
      hasJoined
        ? `${email} can no longer access your service.`
        : `${email} declined the invitation to your service.`,
    ],
    action: { label: 'Members', url: `${origin}/server-management/${serviceId}?tab=settings` },
  })
