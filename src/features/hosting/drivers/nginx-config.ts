import { siteTypes, unknownType } from '#shared/http/media-types.ts'

/** Absolute paths of one service's nginx. */
export type NginxPaths = {
  /** The folder to serve. */
  root: string
  socket: string
  log: string
  /** A folder for this nginx alone, for its pid and bodies; it contains no customer files. */
  scratch: string
}

const charsetTypes = 'text/css text/javascript text/plain text/csv text/markdown text/xml application/json'

/**
 * Quotes a text as one configuration parameter.
 * @throws Error for a text that nginx cannot represent: a `$` always begins a variable
 */
function quoteName(text: string): string {
  if (/[$\p{Cc}]/u.test(text))
    throw new Error(`nginx cannot serve a path with $ or control characters: ${text}`)
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}

const temporaries = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/**
 * The configuration of an nginx that serves one folder on a unix socket, as one unprivileged process: index, types, ranges,
 * validators, precompressed files, the customer's `404.html`; no dot files except `.well-known`, no symlinks, GET and HEAD only.
 * Requests go to the service's log; its own messages, with paths of the machine, to a log in `scratch`.
 */
export function writeConfig({ root, socket, log, scratch }: NginxPaths): string {
  const typeLines = Object.entries(siteTypes).map(([ending, type]) => `    ${type} ${ending};`)
  const temporaryLines = temporaries.map((name) => `  ${name}_temp_path ${quoteName(`${scratch}/${name}`)};`)
  return `daemon off;
master_process off;
pid ${quoteName(`${scratch}/nginx.pid`)};
error_log ${quoteName(`${scratch}/error.log`)} notice;
events {
  worker_connections 512;
}
http {
  types {
${typeLines.join('\n')}
  }
  default_type ${unknownType};
  charset utf-8;
  charset_types ${charsetTypes};
${temporaryLines.join('\n')}
  # The gateway passes on the visitor’s address.
  set_real_ip_from unix:;
  real_ip_header X-Forwarded-For;
  access_log ${quoteName(log)} combined;
  server_tokens off;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 75s;
  send_timeout 120s;
  client_max_body_size 64k;
  absolute_redirect off;
  gzip off;
  gzip_static on;
  gzip_vary on;
  server {
    listen ${quoteName(`unix:${socket}`)};
    root ${quoteName(root)};
    index index.html;
    disable_symlinks on from=$document_root;
    log_not_found off;
    add_header Cache-Control "public, max-age=0, must-revalidate";
    error_page 404 /404.html;
    error_page 403 =404 /404.html;
    location ~ "^/\\.(?!well-known(/|$))" {
      return 404;
    }
    location ~ "^/.+/\\." {
      return 404;
    }
  }
}
`
}
