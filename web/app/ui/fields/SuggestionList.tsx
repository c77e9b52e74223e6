import { UserText } from '../UserText';

interface SuggestionListProps {
  id: string;
  matches: string[];
  /** Index of the match that the arrow keys have reached. */
  active: number;
  onChoose: (match: string) => void;
}

/** The values to choose from below a combobox, which has the focus and the keys. */
export const SuggestionList = ({ id, matches, active, onChoose }: SuggestionListProps) => (
  <div id={id} role="listbox" aria-label="Suggestions" hidden={matches.length === 0} className="menu absolute top-full left-0 z-20 mt-1">
    {matches.map((match, index) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
      <div
        key={match}
        id={`${id}-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={index === active}
        className="menu-item"
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onChoose(match)}
      >
        <UserText text={match} />
      </div>
    ))}
  </div>
);
