import { createFileRoute, redirect } from '@tanstack/react-router'

/** The address that the other categories' addresses make one expect. */
export const Route = createFileRoute('/products/pendants')({
  beforeLoad: () => {
    throw redirect({ to: '/pendant', search: true, statusCode: 301, replace: true })
  },
})
