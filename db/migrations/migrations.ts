// Written by `bun run db:generate`.
import postgres0000 from './postgres/0000_portal.sql' with { type: 'text' }
import postgres0001 from './postgres/0001_installation.sql' with { type: 'text' }
import postgres0002 from './postgres/0002_project_listing.sql' with { type: 'text' }
import postgres0003 from './postgres/0003_many_files.sql' with { type: 'text' }
import postgres0004 from './postgres/0004_million.sql' with { type: 'text' }
import postgres0005 from './postgres/0005_trash_by_service.sql' with { type: 'text' }
import postgres0006 from './postgres/0006_mail_jobs.sql' with { type: 'text' }
import postgres0007 from './postgres/0007_unreported.sql' with { type: 'text' }
import postgres0008 from './postgres/0008_email_search.sql' with { type: 'text' }
import postgres0009 from './postgres/0009_status.sql' with { type: 'text' }
import postgres0010 from './postgres/0010_mobile_search.sql' with { type: 'text' }
import postgres0011 from './postgres/0011_metrics.sql' with { type: 'text' }
import postgres0012 from './postgres/0012_publish_undo.sql' with { type: 'text' }
import postgres0013 from './postgres/0013_trials.sql' with { type: 'text' }
import postgres0014 from './postgres/0014_mail_files.sql' with { type: 'text' }
import postgres0015 from './postgres/0015_domains.sql' with { type: 'text' }
import postgres0016 from './postgres/0016_own_domains.sql' with { type: 'text' }
import postgres0017 from './postgres/0017_certificates.sql' with { type: 'text' }
import postgres0018 from './postgres/0018_dnssec.sql' with { type: 'text' }
import postgres0019 from './postgres/0019_admin_domains.sql' with { type: 'text' }
import postgres0020 from './postgres/0020_domain_serving.sql' with { type: 'text' }
import postgres0021 from './postgres/0021_acme.sql' with { type: 'text' }
import postgres0022 from './postgres/0022_databases.sql' with { type: 'text' }
import postgres0023 from './postgres/0023_databases_open.sql' with { type: 'text' }
import postgres0024 from './postgres/0024_database_copies.sql' with { type: 'text' }
import postgres0025 from './postgres/0025_database_passwords.sql' with { type: 'text' }
import postgres0026 from './postgres/0026_mail.sql' with { type: 'text' }
import postgres0027 from './postgres/0027_account.sql' with { type: 'text' }
import postgres0028 from './postgres/0028_known_networks.sql' with { type: 'text' }
import postgres0029 from './postgres/0029_site_name.sql' with { type: 'text' }
import postgres0030 from './postgres/0030_site_slugs.sql' with { type: 'text' }
import postgres0031 from './postgres/0031_customers.sql' with { type: 'text' }
import postgres0032 from './postgres/0032_mail_signature.sql' with { type: 'text' }
import sqlite0000 from './sqlite/0000_portal.sql' with { type: 'text' }
import sqlite0001 from './sqlite/0001_installation.sql' with { type: 'text' }
import sqlite0002 from './sqlite/0002_project_listing.sql' with { type: 'text' }
import sqlite0003 from './sqlite/0003_many_files.sql' with { type: 'text' }
import sqlite0004 from './sqlite/0004_million.sql' with { type: 'text' }
import sqlite0005 from './sqlite/0005_trash_by_service.sql' with { type: 'text' }
import sqlite0006 from './sqlite/0006_mail_jobs.sql' with { type: 'text' }
import sqlite0007 from './sqlite/0007_unreported.sql' with { type: 'text' }
import sqlite0008 from './sqlite/0008_email_search.sql' with { type: 'text' }
import sqlite0009 from './sqlite/0009_status.sql' with { type: 'text' }
import sqlite0010 from './sqlite/0010_mobile_search.sql' with { type: 'text' }
import sqlite0011 from './sqlite/0011_metrics.sql' with { type: 'text' }
import sqlite0012 from './sqlite/0012_publish_undo.sql' with { type: 'text' }
import sqlite0013 from './sqlite/0013_trials.sql' with { type: 'text' }
import sqlite0014 from './sqlite/0014_mail_files.sql' with { type: 'text' }
import sqlite0015 from './sqlite/0015_domains.sql' with { type: 'text' }
import sqlite0016 from './sqlite/0016_own_domains.sql' with { type: 'text' }
import sqlite0017 from './sqlite/0017_certificates.sql' with { type: 'text' }
import sqlite0018 from './sqlite/0018_dnssec.sql' with { type: 'text' }
import sqlite0019 from './sqlite/0019_admin_domains.sql' with { type: 'text' }
import sqlite0020 from './sqlite/0020_domain_serving.sql' with { type: 'text' }
import sqlite0021 from './sqlite/0021_acme.sql' with { type: 'text' }
import sqlite0022 from './sqlite/0022_databases.sql' with { type: 'text' }
import sqlite0023 from './sqlite/0023_databases_open.sql' with { type: 'text' }
import sqlite0024 from './sqlite/0024_database_copies.sql' with { type: 'text' }
import sqlite0025 from './sqlite/0025_database_passwords.sql' with { type: 'text' }
import sqlite0026 from './sqlite/0026_mail.sql' with { type: 'text' }
import sqlite0027 from './sqlite/0027_account.sql' with { type: 'text' }
import sqlite0028 from './sqlite/0028_known_networks.sql' with { type: 'text' }
import sqlite0029 from './sqlite/0029_site_name.sql' with { type: 'text' }
import sqlite0030 from './sqlite/0030_site_slugs.sql' with { type: 'text' }
import sqlite0031 from './sqlite/0031_customers.sql' with { type: 'text' }
import sqlite0032 from './sqlite/0032_mail_signature.sql' with { type: 'text' }

export type Migration = { readonly id: string; readonly sql: string }

export const migrations: Record<'sqlite' | 'postgres', readonly Migration[]> = {
  sqlite: [
    { id: '0000_portal', sql: sqlite0000 },
    { id: '0001_installation', sql: sqlite0001 },
    { id: '0002_project_listing', sql: sqlite0002 },
    { id: '0003_many_files', sql: sqlite0003 },
    { id: '0004_million', sql: sqlite0004 },
    { id: '0005_trash_by_service', sql: sqlite0005 },
    { id: '0006_mail_jobs', sql: sqlite0006 },
    { id: '0007_unreported', sql: sqlite0007 },
    { id: '0008_email_search', sql: sqlite0008 },
    { id: '0009_status', sql: sqlite0009 },
    { id: '0010_mobile_search', sql: sqlite0010 },
    { id: '0011_metrics', sql: sqlite0011 },
    { id: '0012_publish_undo', sql: sqlite0012 },
    { id: '0013_trials', sql: sqlite0013 },
    { id: '0014_mail_files', sql: sqlite0014 },
    { id: '0015_domains', sql: sqlite0015 },
    { id: '0016_own_domains', sql: sqlite0016 },
    { id: '0017_certificates', sql: sqlite0017 },
    { id: '0018_dnssec', sql: sqlite0018 },
    { id: '0019_admin_domains', sql: sqlite0019 },
    { id: '0020_domain_serving', sql: sqlite0020 },
    { id: '0021_acme', sql: sqlite0021 },
    { id: '0022_databases', sql: sqlite0022 },
    { id: '0023_databases_open', sql: sqlite0023 },
    { id: '0024_database_copies', sql: sqlite0024 },
    { id: '0025_database_passwords', sql: sqlite0025 },
    { id: '0026_mail', sql: sqlite0026 },
    { id: '0027_account', sql: sqlite0027 },
    { id: '0028_known_networks', sql: sqlite0028 },
    { id: '0029_site_name', sql: sqlite0029 },
    { id: '0030_site_slugs', sql: sqlite0030 },
    { id: '0031_customers', sql: sqlite0031 },
    { id: '0032_mail_signature', sql: sqlite0032 },
  ],
  postgres: [
    { id: '0000_portal', sql: postgres0000 },
    { id: '0001_installation', sql: postgres0001 },
    { id: '0002_project_listing', sql: postgres0002 },
    { id: '0003_many_files', sql: postgres0003 },
    { id: '0004_million', sql: postgres0004 },
    { id: '0005_trash_by_service', sql: postgres0005 },
    { id: '0006_mail_jobs', sql: postgres0006 },
    { id: '0007_unreported', sql: postgres0007 },
    { id: '0008_email_search', sql: postgres0008 },
    { id: '0009_status', sql: postgres0009 },
    { id: '0010_mobile_search', sql: postgres0010 },
    { id: '0011_metrics', sql: postgres0011 },
    { id: '0012_publish_undo', sql: postgres0012 },
    { id: '0013_trials', sql: postgres0013 },
    { id: '0014_mail_files', sql: postgres0014 },
    { id: '0015_domains', sql: postgres0015 },
    { id: '0016_own_domains', sql: postgres0016 },
    { id: '0017_certificates', sql: postgres0017 },
    { id: '0018_dnssec', sql: postgres0018 },
    { id: '0019_admin_domains', sql: postgres0019 },
    { id: '0020_domain_serving', sql: postgres0020 },
    { id: '0021_acme', sql: postgres0021 },
    { id: '0022_databases', sql: postgres0022 },
    { id: '0023_databases_open', sql: postgres0023 },
    { id: '0024_database_copies', sql: postgres0024 },
    { id: '0025_database_passwords', sql: postgres0025 },
    { id: '0026_mail', sql: postgres0026 },
    { id: '0027_account', sql: postgres0027 },
    { id: '0028_known_networks', sql: postgres0028 },
    { id: '0029_site_name', sql: postgres0029 },
    { id: '0030_site_slugs', sql: postgres0030 },
    { id: '0031_customers', sql: postgres0031 },
    { id: '0032_mail_signature', sql: postgres0032 },
  ],
}
