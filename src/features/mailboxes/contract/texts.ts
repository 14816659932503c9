import { loading } from './loading.ts'

/** Texts of the email page and its toasts. */
export const texts = {
  title: 'Email Management',
  subtitle: 'Manage professional email accounts with spam protection and forwarding',
  loading,
  listTitle: 'Email Accounts',
  empty: 'No email accounts yet. Create your first one!',
  roles:
    'Mail to postmaster@ and abuse@ goes to the domain’s oldest mailbox unless you create those addresses or a catch-all.',
  select: 'Select an Email Account',
  created: 'Email account created successfully',
  statusUpdated: 'Email account status updated',
  copied: 'Copied',
  copiedText: 'Value copied to clipboard',
} as const
