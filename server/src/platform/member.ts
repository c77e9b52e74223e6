/** The member who sends a request, and the session. Every request reads both from the database in one statement. */
export interface Member {
  id: string;
  sessionId: string;
  /** The network that sends the request (`networkOf`). */
  network: string;
  name: string;
  /** Null in an account that has none yet. */
  handle: string | null;
  email: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** When this session signed in or last confirmed its password (milliseconds since 1970). */
  confirmedAt: number;
  /** The hour in which the member was last active (milliseconds since 1970); null if the member does not show it. */
  activeAt: number | null;
  /** 1 if the site does not draw the member's career and activity. */
  hidesDrawings: number | null;
  /** When the member confirmed the e-mail address (milliseconds since 1970). */
  emailVerifiedAt: number | null;
  /** When the mail server refused the address. */
  emailRejectedAt: number | null;
  /** 1 if the site has asked for a confirmation, and waits for it. */
  emailPending: number | null;
}
