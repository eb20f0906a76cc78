import { useEffect } from 'react'
import { ButtonLink } from '../links/links.tsx'
import { AccessPage } from './AccessPage.tsx'

export function NotFound() {
  useEffect(() => {
    document.title = 'Page Not Found · Lantern'
  }, [])
  return (
    <AccessPage
      title="Page Not Found"
      intro="This page doesn’t exist. The address may have been mistyped, or the page may have moved."
      foot={<ButtonLink to="/dashboard">Return to Dashboard</ButtonLink>}
    />
  )
}
