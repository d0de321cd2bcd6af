import type { FastifyPluginAsync } from 'fastify'

/**
 * Answers a form that was sent before its page had hydrated, as on a slow line: with its page, so that it can be sent
 * again from there. Its content is neither read nor kept, because none of our checks has seen it.
 */
export const answerEarlyForms: FastifyPluginAsync = async (pages) => {
  pages.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    (_request, body, done) => {
      body.resume()
      done(null)
    },
  )
  pages.post('/*', async ({ url }, reply) => {
    // Only ever to this shop: two slashes would begin another host, and a proxy may be given a whole address.
    return reply.redirect(url.startsWith('/') ? url.replace(/^[/\\]+/, '/') : '/', 303)
  })
}
