/** Two pixels at the top of the window while a screen loads. Appears after 150 ms (components.css), so that a fast one shows nothing. */
export const ProgressBar = ({ active }: { active: boolean }) => active && <div role="progressbar" aria-label="Loading" className="progress-bar" />;
