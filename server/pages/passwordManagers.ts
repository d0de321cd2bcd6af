import type { App } from '../http/fastify.ts'

/**
 * Leads password managers that advise a new password to where one is chosen, from the address at which they ask every
 * site for it (https://w3c.github.io/webappsec-change-password-url/).
 */
export function leadPasswordManagers(app: App): void {
  app.get('/.well-known/change-password', (_request, reply) =>
    reply.header('cache-control', 'no-store').redirect('/account#password', 303),
  )
}
