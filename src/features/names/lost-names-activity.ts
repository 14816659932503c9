import { type Activity, pageOf, type Scope } from '#features/activity/scope.ts'
import type { CustomerContext } from '#server/context.ts'
import { showName } from '#shared/names/show-name.ts'

/** Domains that services lost because another customer verified them. */
export const listLostNames = (_ctx: CustomerContext, { audit }: Scope): Activity[] =>
  audit
    .filter(({ action }) => action === 'service.domain-lost')
    .map(({ id, note, targetId, at }) => ({
      id: `lost-name:${id}`,
      state: 'failed',
      title: 'Domain lost',
      subject: showName(note ?? ''),
      detail: 'Another customer verified this domain. Your site keeps its other address.',
      progress: null,
      href: pageOf(targetId),
      at,
    }))
