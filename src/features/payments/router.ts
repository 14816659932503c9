import { administrator, customer, router } from '#server/trpc/trpc.ts'
import { byId, listOf } from '#shared/schema.ts'
import {
  adminReportOutput,
  bankLineOutput,
  confirmLinesInput,
  confirmLinesOutput,
  findPayableInput,
  findPayableOutput,
  importStatementInput,
  listLinesInput,
  matchLineInput,
  pageInput,
  payLinkOutput,
  paymentOutput,
  payOutput,
  recordInput,
  reportInput,
  reportOutput,
  statementOutput,
  waitingOutput,
} from './contract/contract.ts'
import { maxStatementBody } from './contract/statement-limits.ts'
import { listLines } from './service/bank/bank-lines.ts'
import { confirmLines, dismissLine, matchByHand } from './service/bank/decide-lines.ts'
import { importStatement } from './service/bank/import-statement.ts'
import { dismissReport, listReports } from './service/desk-reports.ts'
import { findPayable } from './service/find-payable.ts'
import { listPayments } from './service/list-payments.ts'
import { openPayLink } from './service/open-link.ts'
import { getPay } from './service/pay.ts'
import { recordByHand } from './service/record-by-hand.ts'
import { reportTransfer } from './service/report.ts'
import { countWaiting } from './service/waiting.ts'

const payingFor = (kind: 'order' | 'invoice') => {
  const path = `/api/${kind}s/:id/pay`
  // Only the owner sees an order, until its service has an invoice.
  const sharing = kind === 'invoice' ? { shared: { from: 'billing', by: { id: 'invoice' } } as const } : {}
  return router({
    get: customer
      .meta({
        ...sharing,
        rest: `GET ${path}`,
        summary: `Shows how to pay your ${kind}: amount, reference, UPI and bank.`,
      })
      .input(byId)
      .output(payOutput)
      .query(({ ctx, input }) => getPay(ctx, { kind, ...input })),
    report: customer
      .meta({
        ...sharing,
        rest: `POST ${path}/report`,
        summary: `Saves your transfer reference for the ${kind}.`,
        example: { reference: '632912345678' },
        status: 201,
      })
      .input(reportInput)
      .output(reportOutput)
      .mutation(({ ctx, input }) => reportTransfer(ctx, { kind, ...input })),
    online: customer
      .meta({
        ...sharing,
        rest: `POST ${path}/online`,
        summary: `Opens a page of the payment provider for your ${kind}.`,
        refusals: [503],
      })
      .input(byId)
      .output(payLinkOutput)
      .mutation(({ ctx, input }) => openPayLink(ctx, { kind, ...input })),
  })
}

const reports = router({
  list: administrator
    .meta({
      rest: 'GET /api/admin/payments/reports',
      summary: "Lists customers' transfer references that are waiting to be found.",
    })
    .input(pageInput)
    .output(listOf(adminReportOutput))
    .query(({ ctx, input }) => listReports(ctx, input)),
  dismiss: administrator
    .meta({
      rest: 'POST /api/admin/payments/reports/:id/dismiss',
      summary: 'Dismisses a reference whose transfer was not found.',
    })
    .input(byId)
    .output(reportOutput)
    .mutation(({ ctx, input }) => dismissReport(ctx, input)),
})

const statements = router({
  import: administrator
    .meta({
      rest: 'POST /api/admin/payments/statements',
      summary: 'Imports a bank statement (CSV); each line counts once.',
      example: { fileName: 'november.csv', text: 'Date,Narration,Credit\n24/11/2026,UPI ASHA,99.00' },
      maxBodyBytes: maxStatementBody,
      status: 201,
    })
    .input(importStatementInput)
    .output(statementOutput)
    .mutation(({ ctx, input }) => importStatement(ctx, input)),
  lines: administrator
    .meta({
      rest: 'GET /api/admin/payments/lines',
      summary: 'Lists incoming payments of bank statements, with suggested matches.',
    })
    .input(listLinesInput)
    .output(listOf(bankLineOutput))
    .query(({ ctx, input }) => listLines(ctx, input)),
  confirm: administrator
    .meta({
      rest: 'POST /api/admin/payments/lines/confirm',
      summary: 'Records the payments of matching lines.',
    })
    .input(confirmLinesInput)
    .output(confirmLinesOutput)
    .mutation(({ ctx, input }) => confirmLines(ctx, input)),
  match: administrator
    .meta({
      rest: 'POST /api/admin/payments/lines/:id/match',
      summary: 'Records a line as payment of the order or invoice you choose.',
    })
    .input(matchLineInput)
    .output(bankLineOutput)
    .mutation(({ ctx, input }) => matchByHand(ctx, input)),
  dismiss: administrator
    .meta({
      rest: 'POST /api/admin/payments/lines/:id/dismiss',
      summary: "Dismisses a line that is not a customer's payment.",
    })
    .input(byId)
    .output(bankLineOutput)
    .mutation(({ ctx, input }) => dismissLine(ctx, input)),
})

export const paymentsRouter = router({
  order: payingFor('order'),
  invoice: payingFor('invoice'),
  list: administrator
    .meta({ rest: 'GET /api/admin/payments', summary: 'Lists recorded payments, newest first.' })
    .input(pageInput)
    .output(listOf(paymentOutput))
    .query(({ ctx, input }) => listPayments(ctx, input)),
  waiting: administrator
    .meta({
      rest: 'GET /api/admin/payments/waiting',
      summary: 'Counts the references and lines that wait for you.',
    })
    .output(waitingOutput)
    .query(({ ctx }) => countWaiting(ctx)),
  payable: administrator
    .meta({
      rest: 'GET /api/admin/payments/payable',
      summary: 'Finds pending orders and open invoices by reference, number, id or email.',
    })
    .input(findPayableInput)
    .output(findPayableOutput)
    .query(({ ctx, input }) => findPayable(ctx, input)),
  record: administrator
    .meta({
      rest: 'POST /api/admin/payments',
      summary: 'Records a transfer for an order or an invoice.',
      example: {
        orderId: '019aa000-0000-7000-8000-000000000001',
        amount: 99,
        reference: '632912345678',
        receivedAt: '2026-11-24T06:30:00.000Z',
      },
      status: 201,
    })
    .input(recordInput)
    .output(paymentOutput)
    .mutation(({ ctx, input }) => recordByHand(ctx, input)),
  reports,
  statements,
})
