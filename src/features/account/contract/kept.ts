/** What the law keeps of an account that is deleted, as screen and mails say it (Companies Act 2013, s. 128). */
export const keptText =
  'Invoices, credit notes, payments and the orders behind them are kept for eight financial years, as the law asks, and so is the log of what was done. What is still owed stays owed.'
