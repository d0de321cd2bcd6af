import { useRouter } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, Suspense, useEffect } from 'react'
import '#src/ui/global.css.ts'
import { skipLink } from '#src/ui/layout.css.ts'
import { island, whenLoaded, whenNear, whenUsed } from '#src/lib/island.ts'
import { ToastHost } from '#src/ui/ToastHost.tsx'
import * as announcement from './Announcement.css.ts'
import { CategoryBar } from './CategoryBar.tsx'
import { Header } from './Header.tsx'
import '#src/features/newsletter/NewsletterForm.css.ts'
import './Footer.css.ts'
import * as quiet from './QuietChrome.css.ts'
import * as css from './Shell.css.ts'
import { startInBrowser } from './startInBrowser.ts'
import { StartupLoader } from './StartupLoader.tsx'
import { useIsQuiet } from './useIsQuiet.ts'

const loadQuiet = () => import('./QuietChrome.tsx')
const QuietHeader = island(async () => (await loadQuiet()).QuietHeader)
const QuietFooter = island(async () => (await loadQuiet()).QuietFooter)
const Footer = island(
  async () => (await import('./Footer.tsx')).Footer,
  () => whenNear('footer'),
)

const Announcement = island(async () => (await import('./Announcement.tsx')).Announcement, whenUsed)
const Beside = island(async () => (await import('./Beside.tsx')).Beside, whenLoaded)

/**
 * The document's own markup, while the browser renders the page again and has no code for this part yet: without it
 * everything would move up and down again.
 */
const LastAnnouncement = () => (
  <section className={announcement.root} aria-label="Offer" data-ground="deep" data-print="none">
    <p className={announcement.text}>{document.querySelector(`.${announcement.text}`)?.textContent}</p>
  </section>
)

/** Of the header that is on its way: without it the page would move up, and down again. */
const QuietRoom = () => (
  <div className={quiet.header}>
    <div className={quiet.row} />
  </div>
)

/** Everything around a page: header, menus, footer, and the parts that announce things by themselves. */
export function Shell({ children }: { children: ReactNode }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const isQuiet = useIsQuiet()
  useEffect(() => {
    // By now the router listens itself.
    if (window.early) removeEventListener('popstate', window.early.step)
    return startInBrowser(queryClient, router)
  }, [queryClient, router])

  return (
    <div className={css.root}>
      <a href="#main" className={skipLink} onClick={skipToMain}>
        Skip to content
      </a>
      {isQuiet ? (
        <Suspense fallback={<QuietRoom />}>
          <QuietHeader />
        </Suspense>
      ) : (
        <>
          <Suspense fallback={<LastAnnouncement />}>
            <Announcement />
          </Suspense>
          <Header />
          <CategoryBar />
        </>
      )}
      {/* Over the page wherever it stands here: the keyboard is one step back from a page's beginning. */}
      <ToastHost />
      <main id="main" tabIndex={-1} className={css.main}>
        <StartupLoader />
        {children}
      </main>
      {/* One for both: on the way between them the former stays, and a page that begins with either waits for neither. */}
      <Suspense>{isQuiet ? <QuietFooter /> : <Footer />}</Suspense>
      <Suspense>
        <Beside />
      </Suspense>
    </div>
  )
}

/** As the browser would, but without a new entry in the history. */
function skipToMain(event: MouseEvent) {
  const main = document.getElementById('main')
  if (!main) return
  event.preventDefault()
  main.focus()
  main.scrollIntoView()
}
