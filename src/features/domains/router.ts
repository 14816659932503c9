import { z } from 'zod'
import { activeCustomer, customer, router } from '#server/trpc.ts'
import { byId, ok, page } from '#shared/schema.ts'
import { connectInput, verifyOutput } from './contract/challenge.ts'
import { dnssecOutput, setDnssecInput } from './contract/dnssec.ts'
import { presetInput, presetOutput } from './contract/preset-input.ts'
import {
  addRecordInput,
  changeOutput,
  previewInput,
  previewOutput,
  recordOutput,
  removeRecordInput,
  setRecordInput,
  undoInput,
} from './contract/records.ts'
import { seenByOutput } from './contract/seen-by.ts'
import { importInput, importOutput, maxZoneBodyBytes } from './contract/zone-file.ts'
import { zoneServingOutput } from './contract/zone-serving.ts'
import {
  addSubdomainInput,
  bySubdomainId,
  domainOutput,
  registerInput,
  servingInput,
  settingsInput,
  subdomainOutput,
  transferInput,
  transferOutput,
} from './contract.ts'
import { connectDomain } from './service/connect.ts'
import { getDnssec, setDnssec } from './service/dnssec.ts'
import { listChanges } from './service/history.ts'
import { setHolding, transferDomain } from './service/holding.ts'
import { importZone } from './service/import.ts'
import { listDomains } from './service/list.ts'
import { addPreset } from './service/preset.ts'
import { previewChange } from './service/preview.ts'
import { addRecord, listRecords, removeRecord, setRecord } from './service/records.ts'
import { registerDomain } from './service/register.ts'
import { removeDomain } from './service/remove.ts'
import { seeDomain } from './service/seen-by.ts'
import { setServing } from './service/set-serving.ts'
import { addSubdomain, listSubdomains, removeSubdomain } from './service/subdomains.ts'
import { undoChange } from './service/undo.ts'
import { verifyDomain } from './service/verify.ts'
import { getZoneServing } from './service/zone-serving.ts'

const aRecord = { type: 'MX', name: '@', value: 'mail.example.com', ttl: 3_600, priority: 10 }

const dnsRouter = router({
  list: customer
    .meta({ rest: 'GET /api/domains/:id/dns', summary: 'Lists the DNS records of a domain.' })
    .input(byId)
    .output(z.array(recordOutput))
    .query(({ ctx, input }) => listRecords(ctx, input)),
  serving: customer
    .meta({
      rest: 'GET /api/domains/:id/dns/serving',
      summary: 'Says why the name server does not answer as the records say, if it does not.',
    })
    .input(byId)
    .output(zoneServingOutput)
    .query(({ ctx, input }) => getZoneServing(ctx, input)),
  add: customer
    .meta({
      rest: 'POST /api/domains/:id/dns',
      summary: 'Adds a DNS record to a domain.',
      example: aRecord,
      status: 201,
    })
    .input(addRecordInput)
    .output(recordOutput)
    .mutation(({ ctx, input }) => addRecord(ctx, input)),
  preview: customer
    .meta({
      rest: 'POST /api/domains/:id/dns/preview',
      summary: 'Says what a change of a DNS record would mean, without making it.',
      scope: 'domains:read',
      example: { record: aRecord },
    })
    .input(previewInput)
    .output(previewOutput)
    .mutation(({ ctx, input }) => previewChange(ctx, input)),
  import: customer
    .meta({
      rest: 'POST /api/domains/:id/dns/import',
      summary: 'Says what a zone file would change, or with `apply` makes the zone as the file says.',
      example: { zoneFile: 'www 3600 IN A 192.0.2.1', apply: false },
      maxBodyBytes: maxZoneBodyBytes,
      heavy: true,
    })
    .input(importInput)
    .output(importOutput)
    .mutation(({ ctx, input }) => importZone(ctx, input)),
  preset: customer
    .meta({
      rest: 'POST /api/domains/:id/dns/preset',
      summary: 'Says what the records of a provider would change, or with `apply` adds them.',
      example: { preset: 'google-workspace', values: {}, apply: false },
    })
    .input(presetInput)
    .output(presetOutput)
    .mutation(({ ctx, input }) => addPreset(ctx, input)),
  set: customer
    .meta({
      rest: 'PUT /api/domains/:id/dns/:recordId',
      summary: 'Changes a DNS record of a domain.',
      example: aRecord,
    })
    .input(setRecordInput)
    .output(recordOutput)
    .mutation(({ ctx, input }) => setRecord(ctx, input)),
  remove: customer
    .meta({ rest: 'DELETE /api/domains/:id/dns/:recordId', summary: 'Deletes a DNS record of a domain.' })
    .input(removeRecordInput)
    .output(ok)
    .mutation(({ ctx, input }) => removeRecord(ctx, input)),
  history: customer
    .meta({
      rest: 'GET /api/domains/:id/history',
      summary: 'Lists what changed in the DNS records of a domain, newest first.',
      heavy: true,
    })
    .input(byId)
    .output(z.array(changeOutput))
    .query(({ ctx, input }) => listChanges(ctx, input)),
  undo: customer
    .meta({
      rest: 'POST /api/domains/:id/history/:changeId/undo',
      summary: 'Takes a change of the DNS records of a domain back.',
    })
    .input(undoInput)
    .output(z.array(recordOutput))
    .mutation(({ ctx, input }) => undoChange(ctx, input)),
})

const subdomainsRouter = router({
  list: customer
    .meta({ rest: 'GET /api/domains/:id/subdomains', summary: 'Lists the subdomains of a domain.' })
    .input(byId)
    .output(z.array(subdomainOutput))
    .query(({ ctx, input }) => listSubdomains(ctx, input)),
  add: customer
    .meta({
      rest: 'POST /api/domains/:id/subdomains',
      summary: 'Leads a name below a domain to an address, a host, or by a redirect to a URL.',
      example: { name: 'shop', target: '192.0.2.1' },
      status: 201,
    })
    .input(addSubdomainInput)
    .output(subdomainOutput)
    .mutation(({ ctx, input }) => addSubdomain(ctx, input)),
  remove: customer
    .meta({
      rest: 'DELETE /api/domains/:id/subdomains/:subId',
      summary: 'Deletes a subdomain with the record that leads it to its target.',
    })
    .input(bySubdomainId)
    .output(ok)
    .mutation(({ ctx, input }) => removeSubdomain(ctx, input)),
})

const dnssecRouter = router({
  get: customer
    .meta({
      rest: 'GET /api/domains/:id/dnssec',
      summary: 'Says whether DNSSEC is on for a domain, with the DS record for its registrar.',
    })
    .input(byId)
    .output(dnssecOutput)
    .query(({ ctx, input }) => getDnssec(ctx, input)),
  set: customer
    .meta({
      rest: 'PUT /api/domains/:id/dnssec',
      summary: 'Switches DNSSEC of a domain on, or off once its DS record is gone.',
      example: { enable: true },
    })
    .input(setDnssecInput)
    .output(dnssecOutput)
    .mutation(({ ctx, input }) => setDnssec(ctx, input)),
})

export const domainsRouter = router({
  list: customer
    .meta({ rest: 'GET /api/domains', summary: 'Lists your domains, newest first.' })
    .input(page.optional())
    .output(z.array(domainOutput))
    .query(({ ctx, input }) => listDomains(ctx, input)),
  register: activeCustomer
    .meta({
      rest: 'POST /api/domains/register',
      summary: 'Registers a domain for a year and lays its zone.',
      example: { name: 'example', tld: 'com' },
      status: 201,
    })
    .input(registerInput)
    .output(domainOutput)
    .mutation(({ ctx, input }) => registerDomain(ctx, input)),
  connect: activeCustomer
    .meta({
      rest: 'POST /api/domains/connect',
      summary: 'Connects a domain that is registered elsewhere, and answers the record that proves it.',
      example: { name: 'example.com' },
      status: 201,
    })
    .input(connectInput)
    .output(domainOutput)
    .mutation(({ ctx, input }) => connectDomain(ctx, input)),
  seenBy: customer
    .meta({
      rest: 'GET /api/domains/:id/seen-by',
      summary: 'Asks our servers and the resolvers what they answer for a domain, and compares.',
    })
    .input(byId)
    .output(seenByOutput)
    .query(({ ctx, input }) => seeDomain(ctx, input)),
  verify: customer
    .meta({
      rest: 'POST /api/domains/:id/verify',
      summary: 'Looks in the DNS for the proof that a domain is yours, and says what it found.',
    })
    .input(byId)
    .output(verifyOutput)
    .mutation(({ ctx, input }) => verifyDomain(ctx, input)),
  remove: customer
    .meta({
      rest: 'DELETE /api/domains/:id',
      summary: 'Removes a domain that is registered elsewhere, with its zone.',
    })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => removeDomain(ctx, input)),
  settings: customer
    .meta({
      rest: 'PUT /api/domains/:id/settings',
      summary: 'Switches renewal, privacy and transfer lock of a domain on or off.',
      example: { autoRenew: true },
    })
    .input(settingsInput)
    .output(domainOutput)
    .mutation(({ ctx, input }) => setHolding(ctx, input)),
  serving: customer
    .meta({
      rest: 'PUT /api/domains/:id/serving',
      summary: 'Switches the redirects of a domain, to https and between it and its www, and HSTS.',
      example: { www: 'to-www' },
    })
    .input(servingInput)
    .output(domainOutput)
    .mutation(({ ctx, input }) => setServing(ctx, input)),
  transfer: customer
    .meta({
      rest: 'POST /api/domains/:id/transfer',
      summary: 'Says whether a domain can move to another registrar, and issues the code for it, once.',
    })
    .input(transferInput)
    .output(transferOutput)
    .mutation(({ ctx, input }) => transferDomain(ctx, input)),
  dns: dnsRouter,
  dnssec: dnssecRouter,
  subdomains: subdomainsRouter,
})
