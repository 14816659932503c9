import { dialog, opens, type Screen, type ScreenFixture } from './screen.ts'

const account = (search: string) => ({
  who: 'customer' as const,
  route: '/email',
  path: ({ mailboxId }: ScreenFixture) => `/email?account=${mailboxId}${search}`,
})

const inbox = (search: string) => ({
  who: 'customer' as const,
  route: '/email/$id',
  path: ({ mailboxId }: ScreenFixture) => `/email/${mailboxId}${search}`,
})

/** Email accounts and an inbox. */
export const emailScreens: Screen[] = [
  { who: 'customer', route: '/email' },
  { who: 'waiting', route: '/email', state: 'none' },
  {
    who: 'customer',
    route: '/email',
    path: () => '/email?dialog=create',
    state: 'creating',
    reach: (page) => dialog(page).waitFor(),
  },
  { ...account(''), state: 'settings' },
  { ...account(''), state: 'a new password', reach: opens('New password…') },
  { ...account(''), state: 'a test mail', reach: opens('Send a test mail…') },
  { ...account(''), state: 'deleting', reach: opens('Delete…') },
  { ...account('&dialog=setup'), state: 'a mail program', reach: (page) => dialog(page).waitFor() },
  { ...account('&tab=forwarding'), state: 'forwarding', reach: opens('Configure Forwarding') },
  { ...account('&tab=storage'), state: 'storage', reach: opens('Manage Storage') },
  {
    ...account('&tab=security'),
    state: 'security',
    reach: (page) => page.getByText('DNS records for').first().waitFor(),
  },
  inbox(''),
  { ...inbox('?folder=spam'), state: 'no spam' },
  { ...inbox('?folder=outgoing'), state: 'outgoing' },
  { ...inbox('?folder=drafts'), state: 'no drafts' },
  { ...inbox('?folder=archive'), state: 'nothing archived' },
  {
    ...inbox('?dialog=compose'),
    state: 'writing',
    reach: (page) => page.getByLabel('Subject', { exact: true }).waitFor(),
  },
]
