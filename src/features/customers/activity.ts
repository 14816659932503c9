import type { Activity, Scope } from '#features/activity/scope.ts'
import type { CustomerContext } from '#server/context.ts'
import { viewMinutes } from './contract/contract.ts'

export const viewActions = ['customer.view.start']

/** Times when administrators viewed the caller's account. */
export const listViewActivity = (
  { env }: Pick<CustomerContext, 'env'>,
  { audit }: Pick<Scope, 'audit'>,
): Activity[] =>
  audit
    .filter(({ action }) => viewActions.includes(action))
    .map(({ id, at }) => ({
      id: `view:${id}`,
      state: 'done',
      title: `${env.COMPANY_NAME} viewed your account`,
      subject: 'Your account',
      detail: `Support could read your pages for ${viewMinutes} minutes, but not change anything. Emails, files and database rows stayed private.`,
      progress: null,
      href: null,
      at,
    }))
