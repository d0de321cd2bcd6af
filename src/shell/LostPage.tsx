import { useEffect } from 'react'
import { notOpened } from '#contract/notOpened.ts'
import { startup } from './StartupLoader.css.ts'

/**
 * Stands in for the page that tells of failures where its code, too, is lost on the way: React would leave nothing at
 * all.
 */
export function LostPage() {
  useEffect(() => {
    const say = window.early?.say
    say?.('What this page needs has not arrived.')
    return () => say?.('')
  }, [])
  return (
    <div className={startup}>
      <h1>{notOpened}</h1>
    </div>
  )
}
