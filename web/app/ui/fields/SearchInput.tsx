import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';

/** Search field named `q`, with a submit button. */
export const SearchInput = ({ label, ...input }: { label: string } & ComponentProps<'input'>) => (
  <div className="relative grow">
    <input type="search" name="q" aria-label={label} {...input} className="input pl-9" />
    <button
      type="submit"
      aria-label="Search"
      className="absolute inset-y-0 left-0 flex w-9 items-center justify-center rounded-md text-muted"
    >
      <Search className="size-4" />
    </button>
  </div>
);
