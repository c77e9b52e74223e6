import type { Context, Mount } from './context.ts';

/** What a feature adds to the site. Its file `feature.ts` exports one, and `features.ts` lists them. */
export interface Feature {
  /** The name of its folder, here, in the contract and in the web application. */
  name: string;
  routes?: Mount;
  /** Registers subscribers of events, and jobs. */
  register?: (context: Context) => void;
}
