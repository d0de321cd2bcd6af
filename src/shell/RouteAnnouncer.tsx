import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { visuallyHidden } from '#src/ui/layout.css.ts'

/** Tells screen readers of a new page and moves the keyboard to its beginning, as a browser does by itself. */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')

  useEffect(() => {
    let frame = 0
    const unsubscribe = router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged || toLocation.hash !== '') return
      // Whoever is typing a search goes on typing while the results change.
      const isTyping = document.activeElement?.closest('search') != null
      if (!isTyping) document.getElementById('main')?.focus({ preventScroll: true })
      // The document's head follows the page a moment later.
      frame = requestAnimationFrame(() => setTitle(document.title))
    })
    return () => {
      cancelAnimationFrame(frame)
      unsubscribe()
    }
  }, [router])

  return (
    <p className={visuallyHidden} role="status">
      {title}
    </p>
  )
}
