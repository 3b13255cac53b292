/** The page of the playground. */
import './element.js';
