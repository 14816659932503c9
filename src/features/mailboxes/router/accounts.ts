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

/** Accounts, their totals, and the domains they can use. */
export const accountProcedures = {
  list: customer
    .meta({ rest: 'GET /api/email/accounts', summary: 'Lists your email accounts, newest first.' })
    .input(listAccountsInput)
    .output(z.array(accountOutput))
    .query(({ ctx, input }) => listAccounts(ctx, input)),
  stats: customer
    .meta({
      rest: 'GET /api/email/stats',
      summary: 'Returns totals of your email accounts: messages received, spam blocked and storage.',
    })
    .output(statsOutput)
    .query(({ ctx }) => readStats(ctx)),
  domains: customer
    .meta({
      rest: 'GET /api/email/domains',
      summary: 'Lists the domains your email accounts can use.',
    })
    .output(z.array(offeredDomainOutput))
    .query(({ ctx }) => listOffered(ctx)),
  create: activeCustomer
    .meta({
      rest: 'POST /api/email/accounts',
      summary: 'Creates an email account and returns its password, this once.',
      example: { local: 'hello', domain: 'shop.example', type: 'mailbox' },
      status: 201,
      // The response contains a password.
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
      summary: 'Sets the forwarding addresses of an account.',
      example: { forwardTo: ['anna@example.com'], keepCopy: true },
    })
    .input(setForwardingInput)
    .output(accountOutput)
    .mutation(({ ctx, input }) => setForwarding(ctx, input)),
  setStorage: customer
    .meta({
      rest: 'PUT /api/email/accounts/:id/storage',
      summary: 'Sets the storage limit of a mailbox.',
      example: { quota: 2048 },
    })
    .input(setStorageInput)
    .output(accountOutput)
    .mutation(({ ctx, input }) => setStorage(ctx, input)),
  setSignature: customer
    .meta({
      rest: 'PUT /api/email/accounts/:id/signature',
      summary: 'Sets the signature of a mailbox, which is added to messages written in the web inbox.',
      example: { signature: 'Anna Rao' },
    })
    .input(setSignatureInput)
    .output(accountOutput)
    .mutation(({ ctx, input }) => setSignature(ctx, input)),
  cleanup: customer
    .meta({
      rest: 'POST /api/email/accounts/:id/storage/cleanup',
      summary: 'Permanently deletes old messages of a mailbox.',
      example: { olderThanDays: 365 },
    })
    .input(cleanupInput)
    .output(cleanupOutput)
    .mutation(({ ctx, input }) => cleanUp(ctx, input)),
  changePassword: customer
    .meta({
      rest: 'POST /api/email/accounts/:id/password',
      summary: 'Replaces the password of a mailbox; the new one is returned only once.',
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
      summary: 'Lists your deleted email accounts that you can restore.',
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
