import type { FastifyPluginAsync } from 'fastify'

/**
 * Answers a form that was sent before its page had woken up, as on a slow line: with the page it stands on, to be sent
 * again from there. What is in it is neither read nor kept, for no check of ours has seen it.
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
