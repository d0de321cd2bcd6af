import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/forgot-password')({
  beforeLoad: () => {
    throw redirect({ to: '/forget-password', statusCode: 301, replace: true })
  },
})
