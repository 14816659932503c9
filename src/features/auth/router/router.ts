import { z } from 'zod'
import { customer, router, visitor } from '#server/trpc/trpc.ts'
import { byId, ok } from '#shared/schema.ts'
import {
  changePasswordInput,
  forgotInput,
  loginInput,
  registerInput,
  resetInput,
  sessionOutput,
  userOutput,
} from '../contract/contract.ts'
import { login } from '../login/login.ts'
import { presentUser } from '../service/accounts.ts'
import { changePassword } from '../service/change-password.ts'
import { register } from '../service/register.ts'
import { forgotPassword, resetPassword } from '../service/reset-password.ts'
import { listSessions, logout, removeSession } from '../service/sessions.ts'
import { requestVerification } from '../service/verify-email.ts'
import { securityProcedures } from './security.ts'

const password = router({
  forgot: visitor
    .meta({
      rest: 'POST /api/password/forgot',
      summary: 'Mails a link to choose a new password, if the account exists.',
      status: 202,
      idempotent: false,
    })
    .input(forgotInput)
    .output(ok)
    .mutation(({ ctx, input }) => forgotPassword(ctx, input)),
  reset: visitor
    .meta({
      rest: 'POST /api/password/reset',
      summary: 'Sets a new password by a mailed link and ends all sessions.',
      idempotent: false,
    })
    .input(resetInput)
    .output(ok)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
})

const sessions = router({
  list: customer
    .meta({ rest: 'GET /api/user/sessions', summary: 'Lists the devices signed in to your account.' })
    .output(z.array(sessionOutput))
    .query(({ ctx }) => listSessions(ctx)),
  remove: customer
    .meta({ rest: 'DELETE /api/user/sessions/:id', summary: 'Ends one of your sessions.' })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => removeSession(ctx, input)),
})

export const authRouter = router({
  register: visitor
    .meta({
      rest: 'POST /api/register',
      summary: 'Creates an account and signs in.',
      example: { email: 'asha@example.com', mobile: '+919876543210', password: 'a long sentence' },
      status: 201,
      idempotent: false,
    })
    .input(registerInput)
    .output(userOutput)
    .mutation(({ ctx, input }) => register(ctx, input)),
  login: visitor
    .meta({
      rest: 'POST /api/login',
      summary: 'Signs in by email or mobile number and sets the session cookie.',
      example: { emailOrMobile: 'asha@example.com', password: 'a long sentence' },
      idempotent: false,
    })
    .input(loginInput)
    .output(userOutput)
    .mutation(({ ctx, input }) => login(ctx, input)),
  user: customer
    .meta({ rest: 'GET /api/user', summary: 'Returns the signed-in user.', scope: 'profile:read' })
    .output(userOutput)
    .query(({ ctx }) => presentUser(ctx.user)),
  logout: visitor
    .meta({
      rest: 'POST /api/logout',
      summary: 'Ends the current session, if there is one.',
      idempotent: false,
      unlimited: true,
    })
    .output(ok)
    .mutation(({ ctx }) => logout(ctx)),
  password,
  changePassword: customer
    .meta({
      rest: 'POST /api/user/password',
      summary: 'Changes your password and ends all other sessions.',
      idempotent: false,
    })
    .input(changePasswordInput)
    .output(ok)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),
  ...securityProcedures,
  sessions,
  sendVerification: customer
    .meta({ rest: 'POST /api/verify-email/send', summary: 'Mails a link that verifies your email address.' })
    .output(ok)
    .mutation(({ ctx }) => requestVerification(ctx)),
})
