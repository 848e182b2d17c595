package cold

import "errors"

// ErrModel is returned when a model cannot be read: it is damaged, of another
// format, or was trained on other features.
var ErrModel = errors.New("cold: not a model for these features")
