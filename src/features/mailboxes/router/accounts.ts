import { z } from 'zod'
import { activeCustomer, customer } from '#server/trpc/trpc.ts'
import { byId, ok, page } from '#shared/schema.ts'
import {
  accountOutput,
  cleanupInput,
  cleanupOutput,
  createAccountInput,
  createdAccountOutput,
  deletedAccountOutput,
  listAccountsInput,
  offeredDomainOutput,
  passwordOutput,
  setForwardingInput,
  setSignatureInput,
  setStatusInput,
  setStorageInput,
  statsOutput,
} from '../contract/contract.ts'
import { cleanUp } from '../filing/clean-up.ts'
import { changePassword, setForwarding, setSignature, setStatus, setStorage } from '../service/change.ts'
import { createAccount } from '../service/create.ts'
import { listOffered } from '../service/domains.ts'
import { listAccounts, listDeleted } from '../service/list.ts'
import { removeAccount, restoreAccount } from '../service/remove.ts'
import { readStats } from '../service/stats.ts'

/** Accounts, what they hold in sum, and the domains they can be made under. */
export const accountProcedures = {
  list: customer
    .meta({ rest: 'GET /api/email/accounts', summary: 'Lists your email accounts, newest first.' })
    .input(listAccountsInput)
    .output(z.array(accountOutput))
    .query(({ ctx, input }) => listAccounts(ctx, input)),
  stats: customer
    .meta({
      rest: 'GET /api/email/stats',
      summary: 'Counts the messages and the storage of your email accounts.',
    })
    .output(statsOutput)
    .query(({ ctx }) => readStats(ctx)),
  domains: customer
    .meta({
      rest: 'GET /api/email/domains',
      summary: 'Lists the domains that you can have email accounts under.',
    })
    .output(z.array(offeredDomainOutput))
    .query(({ ctx }) => listOffered(ctx)),
  create: activeCustomer
    .meta({
      rest: 'POST /api/email/accounts',
      summary: 'Creates an email account; the password of a mailbox is shown once.',
      example: { local: 'hello', domain: 'shop.example', type: 'mailbox' },
      status: 201,
      // Its answer holds a password.
      idempotent: false,
    })
    .input(createAccountInput)
    .output(createdAccountOutput)
    .mutation(({ ctx, input }) => createAccount(ctx, input)),
  setStatus: customer
    .meta({
      rest: 'PUT /api/email/accounts/:id/status',
      summary: 'Suspends or activates an email account.',
      example: { status: 'suspended' },
    })
    .input(setStatusInput)
    .output(accountOutput)
    .mutation(({ ctx, input }) => setStatus(ctx, input)),
  setForwarding: customer
    .meta({
      rest: 'PUT /api/email/accounts/:id/forwarding',
      summary: 'Sets where the mail of an account goes.',
      example: { forwardTo: ['anna@example.com'], keepCopy: true },
    })
    .input(setForwardingInput)
    .output(accountOutput)
    .mutation(({ ctx, input }) => setForwarding(ctx, input)),
  setStorage: customer
    .meta({
      rest: 'PUT /api/email/accounts/:id/storage',
      summary: 'Sets how much a mailbox may hold.',
      example: { quota: 2048 },
    })
    .input(setStorageInput)
    .output(accountOutput)
    .mutation(({ ctx, input }) => setStorage(ctx, input)),
  setSignature: customer
    .meta({
      rest: 'PUT /api/email/accounts/:id/signature',
      summary: 'Sets the signature of a mailbox, which messages written on the screen end with.',
      example: { signature: 'Anna Rao' },
    })
    .input(setSignatureInput)
    .output(accountOutput)
    .mutation(({ ctx, input }) => setSignature(ctx, input)),
  cleanup: customer
    .meta({
      rest: 'POST /api/email/accounts/:id/storage/cleanup',
      summary: 'Deletes the old messages of a mailbox for good.',
      example: { olderThanDays: 365 },
    })
    .input(cleanupInput)
    .output(cleanupOutput)
    .mutation(({ ctx, input }) => cleanUp(ctx, input)),
  changePassword: customer
    .meta({
      rest: 'POST /api/email/accounts/:id/password',
      summary: 'Gives a mailbox a new password, which is shown once.',
      idempotent: false,
    })
    .input(byId)
    .output(passwordOutput)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),
  remove: customer
    .meta({
      rest: 'DELETE /api/email/accounts/:id',
      summary: 'Deletes an email account, which can be restored for seven days.',
    })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => removeAccount(ctx, input)),
  deleted: customer
    .meta({
      rest: 'GET /api/email/deleted',
      summary: 'Lists your deleted email accounts that can be restored.',
    })
    .input(page)
    .output(z.array(deletedAccountOutput))
    .query(({ ctx, input }) => listDeleted(ctx, input)),
  undelete: customer
    .meta({
      rest: 'POST /api/email/accounts/:id/undelete',
      summary: 'Restores a deleted email account with its messages.',
    })
    .input(byId)
    .output(accountOutput)
    .mutation(({ ctx, input }) => restoreAccount(ctx, input)),
}
