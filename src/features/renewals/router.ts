import { z } from 'zod'
import { administrator, customer, router } from '#server/trpc/trpc.ts'
import { byId, ok } from '#shared/schema.ts'
import {
  adminRenewalOutput,
  adminRenewalsOutput,
  changePlanInput,
  changePlanOutput,
  dueOutput,
  listRefundsInput,
  listRenewalsInput,
  paidRefundInput,
  planChangeOutput,
  postponeInput,
  previewPlanInput,
  previewRefundInput,
  refundInput,
  refundOrderInput,
  refundOutput,
  refundPreviewOutput,
  refundsOutput,
  renewalOutput,
  renewDomainInput,
  renewInput,
  renewOutput,
  setTermInput,
} from './contract/contract.ts'
import { listRenewals } from './service/desk/list.ts'
import { postponeSuspension } from './service/desk/postpone-suspension.ts'
import { listRefunds, payRefund, previewRefund, refund, refundOrder } from './service/desk/refund.ts'
import { renewDomain } from './service/domains/renew-domain.ts'
import { listDue } from './service/list-due.ts'
import { renewAhead, setTerm } from './service/own-term.ts'
import { changeOwnPlan } from './service/plans/change-plan.ts'
import { previewPlan } from './service/plans/preview-plan.ts'
import { readRenewal } from './service/read-renewal.ts'

const desk = router({
  list: administrator
    .meta({
      rest: 'GET /api/admin/renewals',
      summary: 'Lists the paid terms of services, earliest end first.',
    })
    .input(listRenewalsInput)
    .output(adminRenewalsOutput)
    .query(({ ctx, input }) => listRenewals(ctx, input)),
  spare: administrator
    .meta({
      rest: 'PUT /api/admin/renewals/:id',
      summary: 'Sets the day before which a service is not suspended for its renewal.',
      example: { doNotSuspendBefore: '2027-01-31T00:00:00.000Z' },
    })
    .input(postponeInput)
    .output(adminRenewalOutput)
    .mutation(({ ctx, input }) => postponeSuspension(ctx, input)),
  refunds: administrator
    .meta({ rest: 'GET /api/admin/refunds', summary: 'Lists refunds, newest first.' })
    .input(listRefundsInput)
    .output(refundsOutput)
    .query(({ ctx, input }) => listRefunds(ctx, input)),
  previewRefund: administrator
    .meta({
      rest: 'POST /api/admin/refunds/preview',
      summary: 'Calculates a refund by the refund policy.',
    })
    .input(previewRefundInput)
    .output(refundPreviewOutput)
    .mutation(({ ctx, input }) => previewRefund(ctx, input)),
  refund: administrator
    .meta({
      rest: 'POST /api/admin/refunds',
      summary: 'Refunds an invoice by a credit note, and ends the service it paid for.',
      status: 201,
    })
    .input(refundInput)
    .output(refundOutput)
    .mutation(({ ctx, input }) => refund(ctx, input)),
  refundOrder: administrator
    .meta({
      rest: 'POST /api/admin/orders/:id/refund',
      summary: 'Refunds an approved order by a credit note: the policy amount, or the amount you give.',
      example: { reason: 'Two days of downtime', amount: 49.5 },
      status: 201,
    })
    .input(refundOrderInput)
    .output(refundOutput)
    .mutation(({ ctx, input }) => refundOrder(ctx, input)),
  payRefund: administrator
    .meta({
      rest: 'POST /api/admin/refunds/:id/paid',
      summary: 'Marks a refund as paid out.',
      example: { reference: 'UTR 431200998877' },
    })
    .input(paidRefundInput)
    .output(refundOutput)
    .mutation(({ ctx, input }) => payRefund(ctx, input)),
})

const renewals = router({
  due: customer
    .meta({ rest: 'GET /api/renewals/due', summary: 'Lists your unpaid invoices for services and domains.' })
    .output(z.array(dueOutput))
    .query(({ ctx }) => listDue(ctx)),
  get: customer
    .meta({
      shared: { from: 'billing', by: { id: 'service' } },
      rest: 'GET /api/user-services/:id/renewal',
      summary: 'Shows the paid term of a service.',
    })
    .input(byId)
    .output(renewalOutput)
    .query(({ ctx, input }) => readRenewal(ctx, input)),
  setTerm: customer
    .meta({
      shared: { from: 'billing', by: { id: 'service' } },
      rest: 'PUT /api/user-services/:id/term',
      summary: 'Sets the billing term of a service from its next invoice.',
      example: { term: 'yearly' },
    })
    .input(setTermInput)
    .output(ok)
    .mutation(({ ctx, input }) => setTerm(ctx, input)),
  renew: customer
    .meta({
      shared: { from: 'billing', by: { id: 'service' } },
      rest: 'POST /api/user-services/:id/renew',
      summary: 'Bills the next terms of a service now.',
      example: { terms: 1 },
      status: 201,
    })
    .input(renewInput)
    .output(renewOutput)
    .mutation(({ ctx, input }) => renewAhead(ctx, input)),
  previewPlan: customer
    .meta({
      rest: 'POST /api/user-services/:id/plan/preview',
      summary: 'Shows the cost of another plan for the rest of the paid time.',
    })
    .input(previewPlanInput)
    .output(planChangeOutput)
    .mutation(({ ctx, input }) => previewPlan(ctx, input)),
  changePlan: customer
    .meta({ rest: 'POST /api/user-services/:id/plan', summary: 'Changes the plan of a service.' })
    .input(changePlanInput)
    .output(changePlanOutput)
    .mutation(({ ctx, input }) => changeOwnPlan(ctx, input)),
  renewDomain: customer
    .meta({
      rest: 'POST /api/domains/:id/renew',
      summary: 'Bills the next year of a domain now.',
      status: 201,
    })
    .input(renewDomainInput)
    .output(renewOutput)
    .mutation(({ ctx, input }) => renewDomain(ctx, input)),
})

export const renewalsProcedures = { renewals, renewalsDesk: desk }
