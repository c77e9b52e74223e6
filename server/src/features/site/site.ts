import {
  defaultSite,
  type ResumeTheme,
  resumeThemes,
  type SitePage,
  type SiteShell,
  sitePages,
  sitePageTitles,
} from '@dev-connector/contract';
import type { FastifyInstance } from 'fastify';
import { type Context, perContext } from '../../platform/context.ts';
import { sha256 } from '../../platform/sha256.ts';
import { siteNamesOf } from '../accounts/passwords/easy-password.ts';
import { accentStyle, adaptAccent, defaultAccent } from './accent.ts';
import type { Logo } from './logo.ts';
import { readStored, readVersion, type StoredSite } from './store.ts';

/** The identity of the site, with defaults. */
export interface Site {
  /** Hash of the identity, for entity tags and cache keys. Not the version, because versions repeat after a restore. */
  tag: string;
  /** Undefined if the admin has not set one. */
  name: string | undefined;
  shell: SiteShell;
  /** Text of each page that exists. */
  texts: Partial<Record<SitePage, string>>;
  logo?: Logo | undefined;
  /** Colour of the accent on white. */
  accent: string;
  home: 'resume' | 'community';
  resumeTheme: ResumeTheme;
}

/** The current site; `current` is replaced as a whole when the identity changes. */
interface SiteCache {
  current: Site;
}

export const siteOf = perContext<SiteCache>(() => ({ current: toSite({ identity: {} }) }));

/** Reads the identity once, for the command line. */
export async function readSite(context: Context): Promise<void> {
  siteOf(context).current = toSite(await readStored(context.db));
}

/** Milliseconds after which every process shows a change. */
const interval = 2_000;

/** Reads the identity at the start, and again within seconds of a change by any process. Keeps the last one while the database fails. */
export async function keepSiteCurrent(app: FastifyInstance, context: Context): Promise<void> {
  const { db } = context;
  const site = siteOf(context);
  let version = 0;
  const refresh = async () => {
    const newest = await readVersion(db);
    if (newest === version) return;
    site.current = toSite(await readStored(db));
    const { name } = site.current;
    siteNamesOf(context).current = [defaultSite.brand, ...(name ? [name] : [])];
    version = newest;
  };
  const warn = (err: unknown) => app.log.warn({ err }, 'cannot read the identity of the site');
  await refresh().catch(warn);
  let reading = false;
  const timer = setInterval(async () => {
    if (reading) return; // a slow database must not collect reads
    reading = true;
    await refresh().catch(warn);
    reading = false;
  }, interval).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

function toSite({ identity, logo }: StoredSite): Site {
  const { name, accent, links = [], tagline = defaultSite.tagline } = identity;
  const { title, brand, heading } = name ? { title: name, brand: name, heading: name } : defaultSite;
  const home = identity.home === 'community' ? 'community' : 'resume';
  const texts: Site['texts'] = Object.fromEntries(sitePages.flatMap((page) => (identity[page] ? [[page, identity[page]]] : [])));
  return {
    tag: sha256(JSON.stringify([identity, logo && sha256(logo.bytes)])),
    name,
    home,
    resumeTheme: resumeThemes.find((theme) => theme === identity.resumeTheme) ?? resumeThemes[0],
    texts,
    logo,
    accent: adaptAccent(accent || defaultAccent).light,
    shell: {
      ...{ title, brand, heading, tagline },
      links: [
        ...sitePages.flatMap((page) => (texts[page] ? [{ label: sitePageTitles[page], url: `/dev/${page}` }] : [])),
        ...links,
        { label: 'API', url: '/api/docs' },
      ],
      defaultVisibility: identity.defaultVisibility || 'members',
      resume: home === 'community' ? '/resume' : '/',
      ...(logo && { logo: `/logo?v=${sha256(logo.bytes).slice(0, 10)}` }),
      ...(accent && { accentStyle: accentStyle(accent) }),
    },
  };
}
