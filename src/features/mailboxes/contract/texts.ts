import { loading } from './loading.ts'

/** The texts of the screen of mail, and of its toasts. */
export const texts = {
  title: 'Email Management',
  subtitle: 'Manage professional email accounts with spam protection and forwarding',
  loading,
  listTitle: 'Email Accounts',
  empty: 'No email accounts yet. Create your first one!',
  roles:
    'Mail to postmaster@ and abuse@ of a domain reaches its oldest mailbox, or you by email, unless there is an account of that name or a catch-all.',
  select: 'Select an Email Account',
  created: 'Email account created successfully',
  statusUpdated: 'Email account status updated',
  copied: 'Copied',
  copiedText: 'Value copied to clipboard',
} as const
