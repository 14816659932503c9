import { administrator, customer, router, visitor } from '#server/trpc/trpc.ts'
import { byId, ok } from '#shared/schema.ts'
import {
  currentTrialOutput,
  listTrialsInput,
  reportTrialInput,
  reportTrialOutput,
  trialByName,
  trialListOutput,
  trialOutput,
} from './contract/contract.ts'
import { listTrials, takeDownTrial } from './service/administer.ts'
import { claimTrial, getCurrentTrial, removeOwnTrial } from './service/own.ts'
import { reportTrial } from './service/report.ts'

const desk = router({
  list: administrator
    .meta({ rest: 'GET /api/admin/trials', summary: 'Lists temporary sites.' })
    .input(listTrialsInput)
    .output(trialListOutput)
    .query(({ ctx, input }) => listTrials(ctx, input)),
  takeDown: administrator
    .meta({ rest: 'DELETE /api/admin/trials/:id', summary: 'Takes down a temporary site immediately.' })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => takeDownTrial(ctx, input)),
})

export const trialsRouter = router({
  current: visitor
    .meta({
      rest: 'GET /api/trials/current',
      summary: 'Shows the temporary site of this browser or account.',
    })
    .output(currentTrialOutput)
    .query(({ ctx }) => getCurrentTrial(ctx)),
  remove: visitor
    .meta({
      rest: 'DELETE /api/trials/:name',
      summary: 'Removes the temporary site of this browser or account.',
    })
    .input(trialByName)
    .output(ok)
    .mutation(({ ctx, input }) => removeOwnTrial(ctx, input)),
  keep: customer
    .meta({
      rest: 'POST /api/trials/:name/keep',
      summary: 'Reserves the temporary site of this browser for the service of your next order.',
    })
    .input(trialByName)
    .output(trialOutput)
    .mutation(({ ctx, input }) => claimTrial(ctx, input)),
  report: visitor
    .meta({
      rest: 'POST /api/trials/:name/report',
      summary: 'Reports abuse by a temporary site.',
      example: { email: 'asha@example.com', message: 'It asks for the password of my bank.' },
      status: 201,
      idempotent: false,
    })
    .input(reportTrialInput)
    .output(reportTrialOutput)
    .mutation(({ ctx, input }) => reportTrial(ctx, input)),
  desk,
})
