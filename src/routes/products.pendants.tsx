import { createFileRoute, redirect } from '@tanstack/react-router'

/** A guessable address, by analogy with the other categories. */
export const Route = createFileRoute('/products/pendants')({
  beforeLoad: () => {
    throw redirect({ to: '/pendant', search: true, statusCode: 301, replace: true })
  },
})
