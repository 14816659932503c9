/** Records that the law requires after an account is deleted (Companies Act 2013, s. 128), for screen and mails. */
export const retentionText =
  'We keep invoices, credit notes, payments and their orders for eight financial years, as the law requires, along with the activity log. Unpaid invoices stay due.'
