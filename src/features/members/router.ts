import { z } from 'zod'
import { exampleId } from '#server/trpc/procedure-meta.ts'
import { customer, router } from '#server/trpc/trpc.ts'
import { byId, ok } from '#shared/schema.ts'
import {
  acceptInput,
  acceptLinkInput,
  changeMemberInput,
  inviteInput,
  listMembersInput,
  memberOutput,
  membershipOutput,
} from './contract.ts'
import { acceptInvitation, acceptLink } from './service/accept-invitation.ts'
import { changeMember } from './service/change-member.ts'
import { inviteMember } from './service/invite-member.ts'
import { listMembers, listMemberships } from './service/list-members.ts'
import { leaveService, removeMember } from './service/remove-member.ts'

/** Members of the caller's services. */
export const membersRouter = router({
  list: customer
    .meta({
      rest: 'GET /api/user/members',
      summary: 'Lists the members of your services, or of one of them.',
    })
    .input(listMembersInput)
    .output(z.array(memberOutput))
    .query(({ ctx, input }) => listMembers(ctx, input)),
  invite: customer
    .meta({
      rest: 'POST /api/user/members',
      summary: 'Invites a person to one of your services by email.',
      example: { serviceId: exampleId, email: 'ravi@example.com', role: 'developer', endsAt: null },
      status: 201,
      refusals: [404, 429],
    })
    .input(inviteInput)
    .output(memberOutput)
    .mutation(({ ctx, input }) => inviteMember(ctx, input)),
  change: customer
    .meta({
      rest: 'PATCH /api/user/members/:id',
      summary: 'Changes the role or the end date of a member.',
      example: { role: 'viewer' },
    })
    .input(changeMemberInput)
    .output(memberOutput)
    .mutation(({ ctx, input }) => changeMember(ctx, input)),
  remove: customer
    .meta({
      rest: 'DELETE /api/user/members/:id',
      summary: 'Removes a member, or withdraws an invitation.',
    })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => removeMember(ctx, input)),
})

/** Services that others share with the caller. */
export const membershipsRouter = router({
  list: customer
    .meta({
      rest: 'GET /api/user/shared',
      summary: 'Lists the services that others share with you, and your invitations.',
    })
    .output(z.array(membershipOutput))
    .query(({ ctx }) => listMemberships(ctx)),
  accept: customer
    .meta({ rest: 'POST /api/user/shared/:id/accept', summary: 'Accepts an invitation to a service.' })
    .input(acceptInput)
    .output(membershipOutput)
    .mutation(({ ctx, input }) => acceptInvitation(ctx, input)),
  acceptLink: customer
    .meta({
      rest: 'POST /api/user/shared/accept',
      summary: 'Accepts the invitation of a link, which works once.',
      example: { token: 'the token of the link' },
      refusals: [403],
    })
    .input(acceptLinkInput)
    .output(membershipOutput)
    .mutation(({ ctx, input }) => acceptLink(ctx, input)),
  leave: customer
    .meta({
      rest: 'DELETE /api/user/shared/:id',
      summary: 'Leaves a service that is shared with you, or declines an invitation.',
    })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => leaveService(ctx, input)),
})
