import { z } from 'zod'
import { administrator, customer, router } from '#server/trpc/trpc.ts'
import { byId } from '#shared/schema.ts'
import {
  adminInvoiceDetailOutput,
  adminInvoicesOutput,
  billingDetailsInput,
  billingDetailsOutput,
  creditNoteInput,
  creditOutput,
  invoiceDetailOutput,
  invoiceOutput,
  listAdminInvoicesInput,
  listInvoicesInput,
} from './contract/contract.ts'
import { creditInvoice, getAnyInvoice, listAllInvoices } from './service/administer.ts'
import { getBillingDetails, setBillingDetails } from './service/billing-details.ts'
import { getCredit, getInvoice, listInvoices } from './service/own-invoices.ts'

const desk = router({
  list: administrator
    .meta({ rest: 'GET /api/admin/invoices', summary: 'Lists invoices and credit notes of all customers.' })
    .input(listAdminInvoicesInput)
    .output(adminInvoicesOutput)
    .query(({ ctx, input }) => listAllInvoices(ctx, input)),
  get: administrator
    .meta({ rest: 'GET /api/admin/invoices/:id', summary: "Shows a customer's invoice." })
    .input(byId)
    .output(adminInvoiceDetailOutput)
    .query(({ ctx, input }) => getAnyInvoice(ctx, input)),
  credit: administrator
    .meta({
      rest: 'POST /api/admin/invoices/:id/credit-note',
      summary: 'Issues a credit note for an invoice.',
      example: { amount: 49.5, reason: 'Two days of downtime', to: 'credit' },
    })
    .input(creditNoteInput)
    .output(adminInvoiceDetailOutput)
    .mutation(({ ctx, input }) => creditInvoice(ctx, input)),
})

export const billingRouter = router({
  list: customer
    .meta({
      shared: { from: 'billing', by: { serviceId: 'service' } },
      rest: 'GET /api/invoices',
      summary: 'Lists your invoices and credit notes, newest first.',
    })
    .input(listInvoicesInput.optional())
    .output(z.array(invoiceOutput))
    .query(({ ctx, input }) => listInvoices(ctx, input)),
  get: customer
    .meta({
      shared: { from: 'billing', by: { id: 'invoice' } },
      rest: 'GET /api/invoices/:id',
      summary: 'Shows an invoice with its lines, tax and payments.',
    })
    .input(byId)
    .output(invoiceDetailOutput)
    .query(({ ctx, input }) => getInvoice(ctx, input)),
  credit: customer
    .meta({ rest: 'GET /api/user/account-credit', summary: 'Shows your account credit.' })
    .output(creditOutput)
    .query(({ ctx }) => getCredit(ctx)),
  details: customer
    .meta({ rest: 'GET /api/user/billing-details', summary: 'Shows your billing details.' })
    .output(billingDetailsOutput)
    .query(({ ctx }) => getBillingDetails(ctx)),
  setDetails: customer
    .meta({
      rest: 'PUT /api/user/billing-details',
      summary: 'Sets the billing details of your next invoices.',
      example: { legalName: 'Asha Crafts', address: '1 MG Road\nBengaluru 560001', stateCode: '29' },
    })
    .input(billingDetailsInput)
    .output(billingDetailsOutput)
    .mutation(({ ctx, input }) => setBillingDetails(ctx, input)),
  desk,
})
